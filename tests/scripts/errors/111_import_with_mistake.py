a = 1
import mistaken
